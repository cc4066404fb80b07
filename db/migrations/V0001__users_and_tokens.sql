-- People who log in to the console, and the bearer tokens of tools.
create table app_user (
    id uuid primary key,
    name text not null unique,
    password_hash text not null,
    roles text not null,
    tenant text,
    enabled boolean not null default true,
    created_at timestamptz not null
);

comment on column app_user.roles is 'authorities without ROLE_, separated by commas';
comment on column app_user.tenant is 'the only tenant that a tenant-bound role reaches';

create table api_token (
    id uuid primary key,
    hash text not null unique,
    name text not null,
    user_id uuid not null references app_user (id) on delete cascade,
    hint text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz
);

comment on column api_token.hash is 'SHA-256 of the token in lower-case hex';
create index api_token_user on api_token (user_id);
