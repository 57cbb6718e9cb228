-- Written by `npm run schema`.

create table mailing_recipients (
  mailing_id  uuid  not null,
  user_id     uuid  not null,
  constraint mailing_recipients_pkey primary key (mailing_id, user_id),
  constraint mailing_recipients_mailing_id_fkey foreign key (mailing_id) references mailings(id) on delete cascade,
  constraint mailing_recipients_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create index mailing_recipients_user_id_idx on mailing_recipients (user_id);

grant select, insert on mailing_recipients to linkshelf_jobs;
