-- The published config as typed documents, its history, and what people are drafting on top of it.
create table config_document (
    id text primary key,
    kind text not null,
    path text collate "C" not null,
    managed_by text not null check (managed_by in ('file', 'console')),
    file_name text,
    body text not null,
    changed_at timestamptz not null,
    changed_by text not null,
    unique (kind, path)
);

comment on column config_document.id is 'kind/path, as plans and --adopt name it';
comment on column config_document.body is 'JSON of the shared model''s record, without secrets';
create index config_document_path on config_document (path);

-- State at version n: of each document the newest row up to n; a row without body is a removal.
create table document_revision (
    document_id text not null,
    version bigint not null,
    kind text not null,
    path text collate "C" not null,
    managed_by text not null,
    file_name text,
    body text,
    primary key (document_id, version)
);

create index document_revision_version on document_revision (version);

create table draft_change (
    owner uuid not null references app_user (id) on delete cascade,
    document_id text not null,
    kind text not null,
    path text collate "C" not null,
    body text,
    base_body text,
    changed_at timestamptz not null,
    primary key (owner, document_id)
);

comment on column draft_change.body is 'absent: the document is to be removed';
comment on column draft_change.base_body is 'what was published when the change was drafted; a conflict where it no longer is';

-- Provider credentials, sealed with the installation's keyset. A retired one can come back by a rollback only.
create table upstream_secret (
    id text primary key,
    upstream text not null,
    name text not null,
    sealed text not null,
    hint text not null,
    changed_at timestamptz not null,
    retired_at timestamptz,
    unique (upstream, name)
);
