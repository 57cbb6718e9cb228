-- The sheet that contains the line; empty for a text file. The sheets of one workbook are imported together, and each
-- sheet has its own line numbers.
alter table file_import_issues add column sheet text not null default '';
alter table file_import_issues drop constraint file_import_issues_pkey;
alter table file_import_issues add primary key (import_id, sheet, line);
