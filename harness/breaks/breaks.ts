/** The lines that a break changes: `find` is in the file exactly once. */
interface Edit {
  file: string
  find: string
  replace: string
}

export interface Break extends Edit {
  id: string
  /** The defect that a user or an operator would meet. */
  what: string
  /** The same defect where the code was moved or rewritten. */
  orIn?: Edit[]
  /** Test files, or folders with test files, that reach the line without importing it, as tests of screens do. */
  tests?: string[]
  /** Screens whose scenes show it. */
  scenes?: string[]
  /** Whether pages of stores show it, which have their own scenes. */
  isOnStorePages?: boolean
  /** Journeys that reach it: names of files in e2e without `.e2e.ts`. */
  journeys?: string[]
}

/**
 * One-line breaks, spread over the modules. Files come from a shuffle with the seed 20261129 (mulberry32), weighted by
 * lines: a module has one file, a large module two or three. Modules of a few files share one. A drawn file that has
 * only types, names or styles is skipped.
 */
export const breaks: readonly Break[] = [
  {
    id: 'links-domain-filter',
    file: 'apps/web/src/features/links/list/link-filter-fields.tsx',
    find: '  if (options.length === 1) return null\n',
    replace: '',
    what: 'The list of links has a filter by domain although there is one domain only.',
    tests: ['apps/web/src/screens/links/'],
    scenes: ['links'],
  },
  {
    id: 'links-quota',
    file: 'apps/server/src/links/write/link-quota.ts',
    find: 'link_counts.link_count < ${',
    replace: 'link_counts.link_count <= ${',
    what: 'A project may have one link more than its plan allows.',
    journeys: ['owner-journey'],
  },
  {
    id: 'links-clear-filter',
    file: 'apps/web/src/features/links/list/link-filter.ts',
    find: "clear({ label: '', domain: '', health: '' })",
    replace: "clear({ label: '', health: '' })",
    what: 'Clearing the search of links leaves the filter by domain.',
    tests: ['apps/web/src/screens/links/'],
    scenes: ['links'],
  },
  {
    id: 'products-edit-button',
    file: 'apps/web/src/features/products/list/product-row.tsx',
    find: '{canChange && <IconLink action="Edit" name={name} Icon={IconPencil} to={editPath} />}',
    replace: '<IconLink action="Edit" name={name} Icon={IconPencil} to={editPath} />',
    what: 'Viewers see the button that edits a product.',
    tests: ['apps/web/src/screens/store/products-screen.test.tsx', 'apps/web/src/screens/roles.test.tsx'],
    scenes: ['products'],
  },
  {
    id: 'identity-keyboard-walk',
    file: 'apps/server/src/identity/passwords/well-known-phrases.ts',
    find: 'const walkMinLength = 3',
    replace: 'const walkMinLength = 4',
    what: 'A password may consist of rows of three neighboring keys.',
  },
  {
    id: 'identity-settled-password',
    file: 'apps/server/src/identity/tables/user-table.ts',
    find: 'await users.forShare().executeTakeFirst()',
    replace: 'await users.executeTakeFirst()',
    what: 'A sign-in does not wait for a change of the password.',
  },
  {
    id: 'analytics-scans-chart',
    file: 'apps/web/src/screens/analytics/link/link-clicks-by-day.tsx',
    find: 'days.some(({ scans }) => scans > 0)',
    replace: 'days.length > 0',
    what: 'A link without scans has an empty chart of scans.',
    scenes: ['link-analytics'],
  },
  {
    id: 'analytics-unknown-link',
    file: 'apps/web/src/screens/analytics/condition-chips.tsx',
    find: "isError ? 'Unknown link' : '…'",
    replace: "isError ? '…' : '…'",
    what: 'The filter by a deleted link seems to load forever.',
    scenes: ['analytics'],
  },
  {
    id: 'stores-newsletter-escape',
    file: 'packages/contract/src/stores/newsletter-providers.ts',
    find: "(double ?? single ?? bare)?.replaceAll('&amp;', '&').trim()",
    replace: '(double ?? single ?? bare)?.trim()',
    what: 'The address of a pasted newsletter form stays escaped.',
    scenes: ['store-settings'],
  },
  {
    id: 'stores-own-name',
    file: 'apps/web/src/features/stores/name/use-name-check.ts',
    find: ' && name !== currentName',
    replace: '',
    what: 'The present name of a store is checked as if it was new.',
    tests: ['apps/web/src/screens/store/settings/'],
    scenes: ['store-settings'],
  },
  {
    id: 'storefront-page-limit',
    file: 'apps/server/src/storefront/store-address.ts',
    find: ' && page <= pageMax',
    replace: '',
    what: 'Visitors can request pages of a list without limit.',
    journeys: ['store-journey'],
  },
  {
    id: 'storefront-description-lines',
    file: 'packages/storefront/src/store/parts/store-header.tsx',
    find: " && !text.includes('\\n')",
    replace: '',
    what: 'A short text with many lines is never folded.',
    isOnStorePages: true,
  },
  {
    id: 'clicks-fire-tv',
    file: 'apps/server/src/clicks/enrichment/parse-user-agent.ts',
    find: "  [/\\bAFT[A-Z]/, 'tv'], // Fire TV\n",
    replace: '',
    what: 'Clicks on Fire TV are counted as clicks of another device.',
  },
  {
    id: 'edge-domain-retry',
    file: 'apps/server/src/edge/domains/load-served-domains.ts',
    find: '      for (const host of hosts) changedHosts.add(host)\n',
    replace: '',
    what: 'A changed domain is forgotten when PostgreSQL fails meanwhile.',
  },
  {
    id: 'domains-found-value',
    file: 'apps/web/src/features/domains/dns-records-card.tsx',
    find: "state === 'different' && <p",
    replace: "state === 'missing' && <p",
    what: 'A DNS record with another value does not show the value that was found.',
    tests: ['apps/web/src/screens/settings/tabs/domains-tab.test.tsx'],
    scenes: ['settings-domains'],
    journeys: ['domain-journey'],
  },
  {
    id: 'uploads-archive-storage',
    file: 'apps/server/src/uploads/archived-uploads.ts',
    find: "    if (!(await hasStorageFor(tx, ctx, 'pictures', sumBytes(files, master)))) return false\n",
    replace: '',
    what: 'Pictures of an archive exceed the storage of the plan.',
    tests: ['apps/server/src/data-transfer/'],
  },
  {
    id: 'api-keys-uncounted-requests',
    file: 'apps/server/src/api-keys/request-quota.ts',
    find: '      reservation.used += used\n',
    replace: '',
    what: 'Requests are not counted when PostgreSQL fails while they are stored.',
  },
  {
    id: 'data-transfer-shipments',
    file: 'apps/server/src/data-transfer/format/earning-tables.ts',
    find: " && kind === 'sale'",
    replace: '',
    what: 'Bounties and orders of an older archive are counted as shipped items.',
  },
  {
    id: 'labels-taken-meanwhile',
    file: 'apps/web/src/features/labels/new-label-color.tsx',
    find: "if (!isApiError(error, 'LABEL_NAME_TAKEN')) throw error",
    replace: 'throw error',
    what: 'A link can not be saved if another user creates its label meanwhile.',
    tests: ['apps/web/src/screens/links/'],
    scenes: ['links'],
  },
  {
    id: 'subscriptions-stripe-rate-limit',
    file: 'apps/server/src/subscriptions/stripe/call-stripe.ts',
    find: " || type === 'StripeRateLimitError'",
    replace: '',
    what: 'An overloaded Stripe is an internal error.',
  },
  {
    id: 'picture-queue-revision',
    file: 'apps/server/src/picture-queue/picture-task-table.ts',
    find: ".where('revision', '=', revision)",
    replace: '',
    what: 'A picture stays outdated if its store changes while it is drawn.',
    tests: ['apps/server/src/social-pictures/'],
  },
  {
    id: 'youtube-undo-disconnected',
    file: 'apps/web/src/features/youtube-channels/status-card.tsx',
    find: "                disabled={channel.connection !== 'connected'}\n",
    replace: '',
    what: 'A migration can be undone on screen although the channel is not connected.',
    tests: ['apps/web/src/screens/settings/tabs/youtube-tab.test.tsx'],
    scenes: ['settings-youtube'],
  },
  {
    id: 'notifications-signature',
    file: 'apps/server/src/notifications/unsubscribe/unsubscribe-token.ts',
    find: ' || !timingSafeEqual(given, expected)',
    replace: '',
    what: 'Anyone can switch off the emails of other users.',
  },
  {
    id: 'organizations-former-owner',
    file: 'apps/server/src/organizations/invitations/accept-invitation.ts',
    find: "    if (locked.invited_by !== null && !(await isOwner(tx, organization_id, locked.invited_by))) fail('INVITATION_NOT_FOUND')\n",
    replace: '',
    what: 'Invitations of a former owner can still be accepted.',
  },
  {
    id: 'qr-codes-alias-image',
    file: 'apps/web/src/features/qr-codes/qr-subject.ts',
    find: 'api.qrCodes.linkImage.key({ input: alias === undefined ? input : { ...input, query: ofAlias } })',
    replace: 'api.qrCodes.linkImage.key({ input })',
    what: 'The code of an alias shows the cached picture of the link.',
    tests: ['apps/web/src/screens/links/'],
    scenes: ['link-qr'],
  },
  {
    id: 'link-report-refresh',
    file: 'apps/web/src/features/link-report/report-queries.ts',
    find: '    onSettled: () => queryClient.invalidateQueries(),\n',
    replace: '',
    what: 'A link stays in the report after it was fixed.',
    tests: ['apps/web/src/screens/links/link-report-screen.test.tsx'],
    scenes: ['link-report'],
  },
  {
    id: 'access-read-only-key',
    file: 'apps/server/src/access/calls.ts',
    find: "  if (isReadOnly && route.method !== 'GET') fail('API_KEY_READ_ONLY')\n",
    replace: '',
    what: 'A read-only API key may write.',
    tests: ['apps/server/src/api-keys/', 'apps/server/src/api/'],
    journeys: ['api-keys'],
  },
  {
    id: 'amazon-migrations-last-attempt',
    file: 'apps/server/src/amazon-migrations/amazon-migration-jobs.ts',
    find: '      if (job.attempts >= job.max_attempts) await fail(payload)\n',
    replace: '',
    what: 'A migration that failed seems to run forever.',
  },
  {
    id: 'earnings-reversed-sales',
    file: 'apps/server/src/earnings/reports/parse-row.ts',
    find: "saleAmount: status === 'reversed' && amounts.earned >= 0 ? 0 : amounts.sales,",
    replace: 'saleAmount: amounts.sales,',
    what: 'Reversed sales count as sales.',
    journeys: ['earnings-reports'],
  },
  {
    id: 'file-imports-report-columns',
    file: 'apps/server/src/file-imports/issue-report.ts',
    find: 'header.flatMap((heading, index) => (reportColumns.some((column) => column === heading) ? [] : [index]))',
    replace: 'header.map((_heading, index) => index)',
    what: 'A report that is imported again has its own columns twice.',
    tests: ['apps/server/src/links/import/', 'apps/server/src/products/import/', 'apps/server/src/earnings/imports/'],
  },
  {
    id: 'integrations-stored-tags',
    file: 'packages/contract/src/integrations/integrations.ts',
    find: ' || stored.includes(tag)',
    replace: '',
    what: 'An integration with an older tracking ID can not be saved.',
    tests: ['apps/server/src/integrations/', 'apps/web/src/screens/settings/tabs/integrations-tab.test.tsx'],
    scenes: ['settings-integrations'],
  },
  {
    id: 'api-reference-escape',
    file: 'apps/server/src/api-reference/typescript-example.ts',
    find: "value.startsWith('{') ? value : encodeURIComponent(value)",
    replace: 'value',
    what: 'Examples of requests have values that are not escaped.',
  },
  {
    id: 'platform-migration-lock',
    file: 'apps/server/src/platform/postgres/postgres-migrations.ts',
    find: "    await client.query('select pg_advisory_lock($1)', [lockKeys[migrated]])\n",
    replace: '',
    what: 'Two processes that start at once apply the same migration.',
    tests: ['apps/server/src/databases/'],
  },
  {
    id: 'databases-newer-release',
    file: 'apps/server/src/databases/database.ts',
    find: '  await rejectNewerDatabases(databases)\n',
    replace: '',
    what: 'A release starts on the database of a newer release.',
    journeys: ['older-release'],
  },
  {
    id: 'retailers-escaped-tag',
    file: 'packages/retailers/src/amazon-url.ts',
    find: "parameterOf(url, 'tag', 'AssociateTag')?.match(/^[^&]+/)?.[0]",
    replace: "parameterOf(url, 'tag', 'AssociateTag')",
    what: 'The tag of an escaped query has further parameters in it.',
  },
  {
    id: 'client-file-name',
    file: 'packages/client/src/read-response.ts',
    find: 'decodeURIComponent(encoded)',
    replace: 'encoded',
    what: 'Files that the client reads have escaped names.',
    tests: ['apps/server/test/published-client.test.ts'],
  },
  {
    id: 'emails-security-summary',
    file: 'packages/emails/src/email-kinds.ts',
    find: "other: 'changes of your password', isSecurity: true }",
    replace: "other: 'changes of your password' }",
    what: 'A summary of changed passwords does not say how to recover the account.',
    tests: ['apps/server/src/notifications/', 'apps/server/src/identity/emails/'],
  },
  {
    id: 'ui-time-ago',
    file: 'apps/web/src/ui/formats/dates.ts',
    find: '-Math.floor(agoMs / fitting.ms)',
    replace: '-Math.round(agoMs / fitting.ms)',
    what: 'Ninety minutes ago is two hours ago.',
    scenes: ['settings-domains'],
  },
  {
    id: 'session-query-retry',
    file: 'apps/web/src/api/query-client.ts',
    find: 'failureCount < 1',
    replace: 'failureCount < 0',
    what: 'A query that fails once is not tried again.',
    scenes: ['dashboard'],
  },
  {
    id: 'dashboard-earnings-error',
    file: 'apps/web/src/screens/dashboard/dashboard-numbers.tsx',
    find: '<span>{label}. The earnings could not be loaded.</span>',
    replace: '<span>{label}</span>',
    what: 'The dashboard does not say that its earnings could not be loaded.',
    scenes: ['dashboard'],
  },
]
