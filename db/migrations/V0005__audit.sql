-- Every change by whom, when and from where. Rows are only ever added.
create table audit_entry (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    actor text not null,
    address text,
    action text not null,
    kind text not null,
    path text not null,
    tenant text,
    version bigint,
    before text,
    after text
);

create index audit_entry_tenant on audit_entry (tenant, id);
create index audit_entry_object on audit_entry (kind, path, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
    raise exception 'audit rows are never changed or removed';
end
$$;

create trigger audit_entry_is_append_only
    before update or delete on audit_entry
    for each row execute function refuse_audit_change();

create trigger audit_entry_is_never_emptied
    before truncate on audit_entry
    for each statement execute function refuse_audit_change();
