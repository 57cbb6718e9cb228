-- The language of the texts that its pages have beside the owner's; stores of earlier versions are in English.
alter table stores add column language text not null default 'en'
  check (language in ('en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'ja', 'ar', 'he'));
