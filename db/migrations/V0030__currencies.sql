-- Exchange rates belong to the installation; prices and tenants may be in any currency that has one.
alter table config_version add column currencies text not null default '{}';

comment on column config_version.currencies is 'JSON: dated rates by currency, in units of the installation''s';

-- Charges are in the tenant's currency, provider costs in the installation's. Entries of before have
-- one currency for both.
alter table usage_entry add column provider_currency text;
alter table usage_adjustment add column provider_currency text;

comment on column usage_entry.currency is 'the tenant''s: cost_nanos, overrun_nanos, rated_nanos';
comment on column usage_entry.provider_currency is 'the installation''s: provider_cost_nanos, provider_costs; null: the same as currency';

create or replace view usage_effective as
select e.*
from usage_entry e
where not exists (
    select from usage_adjustment a where a.day = e.day and a.event_id = e.event_id)
union all
select a.*
from usage_adjustment a;

comment on column usage_quarter_hour.currency is 'the tenant''s: cost_nanos, overrun_nanos';
comment on column usage_quarter_hour.provider_cost_nanos is 'in the installation''s currency';
comment on column usage_day.currency is 'the tenant''s: cost_nanos, overrun_nanos';
comment on column usage_day.provider_cost_nanos is 'in the installation''s currency';
