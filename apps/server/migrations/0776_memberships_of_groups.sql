-- The issuer whose groups decide the role of this member. Null if people decide.
alter table members add column group_issuer text;
