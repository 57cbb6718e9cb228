// Tables that `archive-tables.ts` does not list: they are in other files of the archive, or are deliberately omitted. A
// test fails if an organization's data is neither here nor in `archive-tables.ts`.

/** Archived tables that are not files of a project's folder, with the files that contain them. */
export const tablesInOtherFiles: Record<string, string> = {
  organizations: 'organization.json',
  projects: 'project.json',
  members: 'members.jsonl: exported, and not imported, since accounts belong to an instance',
  audit_log: 'audit-log.jsonl: exported, and not imported, since it is evidence of what happened in one instance',
  uploads: 'pictures/: the largest file, of which an import makes the others',
}

/** The tables that an archive omits, with the reasons. */
export const omittedTables: Record<string, string> = {
  invitations: 'invite again: an invitation is an address in an email of this instance',
  invitation_tokens: 'secrets',
  domains: 'claimed again: ownership is proven to one instance. Links and aliases name their hosts',
  subscriptions: 'contracts with the operator of this instance and its payment provider',
  user_trials: 'of users of this instance',
  api_keys: 'secrets, of which only hashes are stored',
  api_request_counts: 'of the calls of this instance',
  idempotent_responses: 'of the calls of this instance',
  link_checks: 'checked again',
  link_followings: 'found again when its owner asks',
  outward_requests: 'sent again, of links whose pages were not read',
  outward_turns: 'as outward_requests',
  site_icons: 'fetched again',
  stored_bytes: 'counted again',
  upload_files: 'made again from the largest file, which is in pictures/',
  social_pictures: 'drawn again from the store',
  named_uploads: 'found again',
  product_pictures: 'drawn again from the product',
  link_thumbnails: 'fetched again',
  category_pictures: 'drawn again from the category',
  deleted_products: 'deleted: an archive has what exists',
  picture_tasks: 'pictures that wait in this instance',
  picture_requests: 'as picture_tasks',
  picture_turns: 'as picture_tasks',
  link_counts: 'counted again',
  click_deletions: 'what they deleted is not in the archive',
  saved_views: 'of single users, who belong to an instance',
  ideas: 'feedback belongs to the operator it was sent to',
  file_imports: 'files on their way into a project; what they brought is in links.jsonl, products and earnings',
  file_import_issues: 'as file_imports',
  amazon_migrations: 'what they changed is in links.jsonl',
  amazon_migration_links: 'as amazon_migrations',
  youtube_channels: 'added again: the consent of their owner at Google belongs to an instance',
  youtube_videos: 'scanned again',
  youtube_links: 'scanned again; the short links they became are in links.jsonl',
  youtube_video_links: 'scanned again',
  youtube_connections: 'secrets',
  youtube_connection_requests: 'secrets',
  youtube_reads: 'work of this instance',
  youtube_turns: 'work that waits in this instance',
  postback_addresses: 'secrets',
  data_exports: 'archives themselves',
  data_export_parts: 'archives themselves',
  data_export_downloads: 'secrets',
  data_imports: 'archives on their way into the organization',
  data_import_parts: 'as data_imports',
  data_import_notes: 'as data_imports',
}

/**
 * Omitted columns of archived tables. An import knows or computes their values. A domain's id is replaced by its host.
 */
export const omittedColumns: Record<string, readonly string[]> = {
  links: ['domain_id', 'is_pending', 'deleted_at', 'taken_slug', 'search_text'],
  link_aliases: ['domain_id'],
  qr_codes: ['logo_digest'],
  earnings: ['import_id', 'is_current'],
}

/** Columns that an archive omits in every table, because a file's place in the archive determines their values. */
export const scopeColumns: readonly string[] = ['organization_id', 'project_id']
