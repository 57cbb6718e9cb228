/**
 * Tables that stay small, because they have some rows for each user, organization, project or store. A migration may
 * read them while it blocks writes to them, which takes less than a second. Every other table can be large: it grows
 * with links, products, sales, pictures or requests.
 */
export const smallTables: readonly string[] = [
  ...['amazon_migrations', 'api_keys', 'avatars', 'categories', 'category_pictures', 'click_moves', 'data_export_downloads'],
  ...['data_exports', 'data_imports', 'domains', 'email_confirmations', 'email_summaries', 'featured_links', 'file_imports'],
  ...['identity_keys', 'identity_state', 'integrations', 'invitation_tokens', 'invitations', 'job_starts', 'labels', 'mailings'],
  ...['members', 'notification_settings', 'organizations', 'outward_turns', 'password_resets', 'pending_sign_ups', 'picture_turns'],
  ...['postback_addresses', 'projects', 'restored_backups', 'saved_views', 'schema_migrations', 'sign_up_requests', 'site_icons'],
  ...['store_handles', 'stores', 'subscriptions', 'throttles', 'trial_address_key', 'trials_of_deleted_accounts', 'unsubscribe_key'],
  ...['user_trials', 'users', 'utm_templates', 'verified_names', 'visitor_salts', 'weekly_reports', 'youtube_channels'],
  ...['youtube_connection_requests', 'youtube_connections', 'youtube_quota', 'youtube_reads', 'youtube_turns'],
]
