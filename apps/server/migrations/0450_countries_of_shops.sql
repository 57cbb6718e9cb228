-- Corrects shops whose country is not in ISO 3166-1: the dashboard also offered Germany as `DD`, and the API accepted
-- any two letters. A retired code is replaced by the country's present code. A shop loses its country if another shop
-- of its link already has that country, or if no such country exists, because no visitor was ever sent there.
create function current_places(shops jsonb) returns jsonb language sql immutable strict as $$
  with given as (
    select shop, at, shop ->> 'place' as place,
      case
        when shop ->> 'place' is null or shop ->> 'place' !~ '^[A-Z]{2}$' or shop ->> 'place' = any (string_to_array(
          'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY '
          'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK '
          'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR '
          'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK '
          'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM '
          'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF '
          'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW XK', ' '))
        then shop ->> 'place'
        else jsonb '{"AN": "CW", "BU": "MM", "CS": "RS", "DD": "DE", "DY": "BJ", "FX": "FR", "HV": "BF", "NH": "VU", "RH": "ZW",
          "SU": "RU", "TP": "TL", "UK": "GB", "VD": "VN", "YD": "YE", "YU": "RS", "ZR": "CD"}' ->> (shop ->> 'place')
      end as country
    from jsonb_array_elements(shops) with ordinality as listed (shop, at)
  ), ranked as (
    select shop, at, country, row_number() over (partition by country order by country is distinct from place, at) as rank from given
  )
  select coalesce(jsonb_agg(shop || jsonb_build_object('place', case when rank = 1 then country end) order by at), '[]') from ranked
$$;

-- Row-level security is not forced during this migration, because FORCE also applies to the table's owner, who runs the
-- migration, unless the owner is a superuser.
alter table links no force row level security;
update links set shops = current_places(shops) where shops <> '[]' and shops <> current_places(shops);
alter table links force row level security;

alter table amazon_migration_links no force row level security;
update amazon_migration_links set shops_before = current_places(shops_before), shops_after = current_places(shops_after)
  where shops_before <> current_places(shops_before) or shops_after <> current_places(shops_after);
alter table amazon_migration_links force row level security;

drop function current_places(jsonb);
