-- The language of those texts on store pages that the owner did not enter. Stores of earlier versions are in English.
alter table stores add column language text not null default 'en'
  check (language in ('en', 'de', 'fr', 'it', 'es', 'pt', 'nl', 'pl', 'ja', 'ar', 'he'));
