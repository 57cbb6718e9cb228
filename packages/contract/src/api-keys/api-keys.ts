import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, instant, organizationParams } from '../call.ts'
import { errors } from '../errors.ts'
import { apiKeyId, uuid } from '../ids.ts'
import { maxCharacters, nameText } from '../text.ts'

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
const apiKeyScopes = ['full', 'read'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The note in the dialog that creates a key, by the key's scope. */
export const apiKeyNotes: Record<ApiKeyScope, string> = {
  full: 'This key has full account access: anyone who has it can read, change and delete what your organization has. Share it with no one.',
  read: 'This key can read everything your organization has, and change nothing. Share it with no one.',
}

export const apiKeyInvalidMessage = 'This API key is not valid. It may be mistyped, expired or revoked.'

const apiKeyMaxDays = 3_650

/** Every key begins with this prefix, so that scanners for leaked secrets recognize keys. */
export const apiKeyPrefix = 'lsk_'

/**
 * `key` is only the start of the key. The response that creates the key has the whole key, which is not stored
 * anywhere.
 */
export const apiKey = z.object({
  id: uuid,
  name: z.string(),
  key: z.string(),
  scope: z.enum(apiKeyScopes),
  created: instant,
  created_by: z.string(), // the name of the member for whom the key acts
  expires_at: instant.nullable(),
  last_used_at: instant.nullable(), // to the minute
})

const wholeDays = { error: `Choose a number of days from 1 to ${apiKeyMaxDays}` }

export const apiKeyDraft = mini.strictObject({
  name: nameText(apiKeyMessages.nameRequired).check(maxCharacters(apiKeyNameMaxLength)),
  scope: mini._default(mini.enum(apiKeyScopes, { error: 'Choose full or read' }), 'full'),
  /** Null if the key never expires. */
  expires_in_days: mini._default(
    mini.nullable(mini.int(wholeDays).check(mini.gte(1, wholeDays), mini.lte(apiKeyMaxDays, wholeDays))),
    null,
  ),
})

/** Requests with API keys in the current calendar month (UTC). */
const apiUsage = z.object({
  used: z.number().int(),
  limit: z.number().int().nullable(), // null: no limit
  resets_at: instant,
})

export const apiKeys = {
  list: call({
    method: 'GET',
    path: '/v1/{orgId}/api-keys',
    summary: 'The API keys of an organization, newest first',
    isForUsersOnly: true,
    ownerTask: 'keys',
  })
    .input(z.object({ params: organizationParams }))
    .output(z.array(apiKey)),
  create: call({
    method: 'POST',
    path: '/v1/{orgId}/api-keys',
    successStatus: 201,
    summary: 'Create an API key; only this response contains it',
    needsRecentSignIn: 'always',
    isForUsersOnly: true,
    ownerTask: 'keys',
    needsConfirmedEmail: true,
  })
    .input(z.object({ params: organizationParams, body: apiKeyDraft }))
    .output(apiKey)
    .errors(errors('API_KEY_LIMIT_REACHED')),
  revoke: call({
    method: 'DELETE',
    path: '/v1/{orgId}/api-keys/{keyId}',
    successStatus: 204,
    summary: 'Revoke an API key. It stops working everywhere within a second',
    isForUsersOnly: true,
    ownerTask: 'keys',
  })
    .input(z.object({ params: organizationParams.extend({ keyId: apiKeyId }) }))
    .output(z.void())
    .errors(errors('API_KEY_NOT_FOUND')),
  usage: call({
    method: 'GET',
    path: '/v1/{orgId}/api-keys/usage',
    summary: 'How many requests API keys have made this month (UTC), and how many the plan includes',
  })
    .input(z.object({ params: organizationParams }))
    .output(apiUsage),
}

export type ApiKey = z.infer<typeof apiKey>
export type ApiKeyDraft = z.output<typeof apiKeyDraft>
export type ApiUsage = z.infer<typeof apiUsage>
