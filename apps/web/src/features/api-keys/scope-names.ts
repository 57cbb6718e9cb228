import type { ApiKeyScope } from '@linkshelf/contract'

export const scopeNames: Record<ApiKeyScope, string> = { full: 'Full access', read: 'Read only' }
