-- Issued AppKeys and sub-keys: hash, state and place, never the secret.
create table app_key (
    id uuid primary key,
    hash text not null unique,
    tenant text not null,
    path text collate "C" not null,
    state text not null check (state in ('active', 'suspended', 'revoked')),
    hint text not null,
    chunk int not null,
    issued_at timestamptz not null,
    issued_by text not null,
    revoked_at timestamptz
);

comment on column app_key.chunk is 'which part of the tenant''s keys it travels in; fixed, so that one change sends one part';
create unique index app_key_living_path on app_key (path) where state <> 'revoked';
create index app_key_chunk on app_key (tenant, chunk);
create index app_key_path on app_key (path);
