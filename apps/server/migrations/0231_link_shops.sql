-- Additional destinations of a link, by country or Amazon marketplace. A choice page shows them as buttons.
alter table links add column shops jsonb not null default '[]', add column has_choice_page boolean not null default false;
grant select (shops, has_choice_page, title) on links to linkshelf_edge;

drop trigger links_increment_revision on links;
create trigger links_increment_revision before update of target, deleted_at, is_affiliated, shops, has_choice_page on links for each row
  when ((old.target, old.deleted_at, old.is_affiliated, old.shops, old.has_choice_page)
    is distinct from (new.target, new.deleted_at, new.is_affiliated, new.shops, new.has_choice_page))
  execute function increment_link_revision();

-- A new title is announced too, because it is the search term in another marketplace and is shown on the link's pages.
drop trigger links_announce_updated on links;
create trigger links_announce_updated after update of target, deleted_at, is_affiliated, shops, has_choice_page, title on links for each row
  when ((old.target, old.deleted_at, old.is_affiliated, old.shops, old.has_choice_page, old.title)
    is distinct from (new.target, new.deleted_at, new.is_affiliated, new.shops, new.has_choice_page, new.title))
  execute function announce_link();
