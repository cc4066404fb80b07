-- Immutable versions, the content-addressed parts they consist of, and what is still to be sent.
create table config_version (
    version bigint primary key,
    published_at timestamptz not null,
    author text not null,
    comment text,
    origin text not null check (origin in ('file', 'draft', 'key', 'rollback')),
    currency text not null,
    sha256 text not null,
    parts text not null
);

comment on column config_version.parts is 'JSON array of {label, hash}, ordered by label';

create table config_part (
    hash text primary key,
    label text not null,
    body bytea not null,
    created_at timestamptz not null
);

create table outbox (
    id bigint generated always as identity primary key,
    topic text not null,
    key text not null,
    payload bytea not null,
    created_at timestamptz not null
);
