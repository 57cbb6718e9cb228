/** Schemas whose tables a back-up contains: the product's tables, and the job queue. */
export const copiedSchemas = ['public', 'graphile_worker']

/**
 * Tables whose rows a back-up omits. A reader of a back-up must not be able to sign in, to act for a user at another
 * service, or to recognize a visitor.
 */
export const omittedTables: ReadonlySet<string> = new Set([
  // Each restore records the migrations that it applies.
  'public.schema_migrations',
  'graphile_worker.migrations',
  // Secrets of visitors, sessions and tokens, and hashes of addresses.
  'public.throttles',
  'public.visitor_salts',
  'public.user_sessions',
  'public.provider_sign_ins',
  'public.identity_state',
  'public.identity_keys',
  'public.remembered_devices',
  'public.second_factor_reset_tokens',
  'public.password_resets',
  'public.sign_in_links',
  'public.email_confirmations',
  'public.email_change_tokens',
  'public.invitation_tokens',
  'public.pending_sign_ups',
  'public.sign_up_requests',
  'public.used_passkey_challenges',
  'public.youtube_connections',
  'public.youtube_connection_requests',
  // Stored responses can contain a new API key.
  'public.idempotent_responses',
  // The rows refer to transactions or stores of the original.
  'public.link_changes',
  'public.click_moves',
  'public.job_starts',
  'public.assigned_addresses',
  'public.backup_runs',
  'public.restored_backups',
])
