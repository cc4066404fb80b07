-- What a version says of the installation as a whole, and sub-keys that are made for an hour at most.
alter table config_version add column trusted_proxies text not null default '';

comment on column config_version.trusted_proxies is 'networks, comma-separated';

alter table app_key add column forget_after timestamptz;

comment on column app_key.forget_after is 'short-lived sub-keys: from then on neither nodes nor people need to know it';
create index app_key_forget_after on app_key (path) where forget_after is not null;
