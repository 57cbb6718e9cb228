export const apiKeyMessages = {
  nameRequired: 'API key name is required',
  loadFailed: 'Your API keys could not be loaded',
  usageFailed: 'The API requests of this month could not be loaded',
  createFailed: 'Failed to create API key',
  created: 'API Key Created',
  revokeFailed: 'Failed to revoke API key',
  revoked: 'API Key Revoked',
  copied: 'Copied!',
  copyFailed: 'The API key could not be copied',
} as const

export const apiKeyNameMaxLength = 64

export const apiKeysPerOrganization = 100

/** A key may make every call that API keys may make, or only the calls that change nothing. */
export const apiKeyScopes = ['full', 'read'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The note of the dialog that creates a key. */
export const apiKeyNotes: Record<ApiKeyScope, string> = {
  full: 'This key has full account access: anyone who has it can read, change and delete what your organization has. Share it with no one.',
  read: 'This key can read everything your organization has, and change nothing. Share it with no one.',
}

export const apiKeyMaxDays = 3_650

/** Every key begins with it, so that scanners for leaked secrets recognize one. */
export const apiKeyPrefix = 'lsk_'
