import { z } from 'zod'
import * as mini from 'zod/mini'
import { recentSignInMs } from '../access/reauthentication.ts'
import { call, instant, timeZoneName } from '../call.ts'
import { errors } from '../errors.ts'
import { uuid } from '../ids.ts'
import { deletionGraceDays } from '../organizations/organizations.ts'
import { maxCharacters } from '../text.ts'
import { uploadMaxBytes } from '../uploads/upload-limits.ts'
import { confirmationMessages, languages, passwordMessages, profileMessages, themes } from './account.ts'
import { passkeyAssertion, passkeyRequest } from './passkeys.ts'
import { passwordMaxInput, passwordMinLength } from './password-rules.ts'

export * from './account.ts'

export const profile = z.object({
  user_id: uuid,
  full_name: z.string(),
  email: z.string(),
  email_confirmed: z.boolean().describe(`Whether your address is confirmed. ${confirmationMessages.limits}`),
  has_password: z
    .boolean()
    .nullable()
    .describe(
      'Whether you have a password; null if users of this instance sign in with another identity provider only. Accounts that began with one have no password until you set it',
    ),
  has_second_factor: z.boolean().describe('Whether a sign-in with your password needs a code from an authenticator app too'),
  second_factor_reset_at: instant
    .nullable()
    .describe('When your two-step sign-in will be turned off, because someone asked to reset it; null if nobody did'),
  avatar_url: z.string().nullable().describe('The path of the largest file of your picture; a picture at a path never changes'),
  language: z.enum(languages),
  theme: z.enum(themes),
  time_zone: z
    .string()
    .nullable()
    .describe(
      'The IANA time zone of your emails about clicks; if null, UTC. It changes when you save another time zone with your notifications',
    ),
  deletes_at: instant
    .nullable()
    .describe('When your account will be deleted, unless you cancel the deletion; null if no deletion is scheduled'),
})

const profileUpdate = z.strictObject({
  language: z.enum(languages).optional(),
  theme: z.enum(themes).optional(),
  time_zone: mini.optional(timeZoneName),
})

const avatarDraft = z.strictObject({
  file: z
    .file({ error: profileMessages.pictureRequired })
    .max(uploadMaxBytes, { error: `Pictures can be up to ${uploadMaxBytes / 1e6} MB` }),
})

const currentPassword = mini
  .string({ error: passwordMessages.currentRequired })
  .check(mini.minLength(1, { error: passwordMessages.currentRequired }), maxCharacters(passwordMaxInput))

/** A code of an authenticator app, or a recovery code. Only accounts with two-step sign-in need it. */
const code = mini.optional(mini.string().check(maxCharacters(100)))

/**
 * Creates the schema of a password change. `minLength` is the operator's minimum, so that forms can show the error
 * before the server rejects the password.
 */
export function makePasswordChangeSchema(minLength: number) {
  const error = passwordMessages.tooShort(minLength)
  return mini.strictObject({
    current_password: currentPassword,
    new_password: mini.string({ error }).check(mini.minLength(minLength, { error }), maxCharacters(passwordMaxInput)),
    code,
  })
}

const passwordChange = makePasswordChangeSchema(passwordMinLength)

/** A confirmation by the password, which has a form. */
export const passwordReauthentication = mini.strictObject({ method: mini.literal('password'), password: currentPassword, code })

/** `method` says how the user confirms who they are. */
const reauthentication = mini.discriminatedUnion('method', [
  passwordReauthentication,
  mini.strictObject({ method: mini.literal('passkey'), assertion: passkeyAssertion }),
])

const reauthenticationOptions = z.object({
  providers: z
    .array(z.object({ key: z.string(), label: z.string() }))
    .describe('The identity providers at which you can sign in again to confirm that it is you, in the dashboard only'),
  passkey: passkeyRequest.nullable().describe('What your browser needs to ask for one of your passkeys; null if you have none'),
})

/** A request of a user with a password. */
export const accountDeletionWithPassword = mini.strictObject({ current_password: currentPassword, code })

/** Users without a password need a recent sign-in instead. */
export const accountDeletionRequest = mini.strictObject({ current_password: mini.optional(currentPassword), code })

/**
 * The effects of an account's deletion on an organization. If the user is its only member, the organization is
 * `deleted`. If other members stay, it is `left`. If the others would have no owner, it `blocks` the deletion.
 */
const accountDeletionEffects = ['deleted', 'left', 'blocks'] as const

export const accountDeletion = z.object({
  organizations: z
    .array(z.object({ organization_id: uuid, name: z.string(), effect: z.enum(accountDeletionEffects) }))
    .describe(
      '`deleted`: it has no other members and is deleted with your account. `left`: its other owners keep it. `blocks`: you must transfer its ownership first',
    ),
})

export const me = {
  get: call({ method: 'GET', path: '/v1/me', summary: 'Get your profile' }).output(profile),
  update: call({ method: 'PATCH', path: '/v1/me', summary: 'Update your language, theme and time zone', isForUsersOnly: true })
    .input(z.object({ body: profileUpdate }))
    .output(profile),
  setAvatar: call({
    method: 'POST',
    path: '/v1/me/avatar',
    summary: 'Upload your picture as multipart/form-data; it is cropped to a square',
    isForUsersOnly: true,
    storesFiles: true,
  })
    .input(z.object({ body: avatarDraft }))
    .output(profile)
    .errors(errors('UPLOAD_INVALID')),
  removeAvatar: call({ method: 'DELETE', path: '/v1/me/avatar', summary: 'Remove your picture', isForUsersOnly: true }).output(profile),
  sendConfirmation: call({
    method: 'POST',
    path: '/v1/me/confirmation',
    summary: 'Send the email that confirms your address again; a confirmed address gets none',
    isForUsersOnly: true,
  }).output(profile),
  getDeletion: call({
    method: 'GET',
    path: '/v1/me/deletion',
    summary: 'What deleting your account would do to your organizations',
    isForUsersOnly: true,
  }).output(accountDeletion),
  requestDeletion: call({
    method: 'POST',
    path: '/v1/me/deletion',
    summary: `Delete your account, and the organizations without other members, after ${deletionGraceDays} days; until then you can cancel the deletion`,
    isForUsersOnly: true,
    needsRecentSignIn: 'by-input',
  })
    .input(z.object({ body: accountDeletionRequest }))
    .output(profile)
    .errors(errors('PASSWORD_WRONG', 'SECOND_FACTOR_REQUIRED', 'CODE_WRONG', 'ACCOUNT_OWNS_ORGANIZATION')),
  cancelDeletion: call({
    method: 'DELETE',
    path: '/v1/me/deletion',
    summary: 'Cancel the deletion of your account',
    isForUsersOnly: true,
  }).output(profile),
  keep: call({
    method: 'POST',
    path: '/v1/me/keep',
    summary: 'The earlier path of DELETE /v1/me/deletion',
    deprecated: true,
    isForUsersOnly: true,
  }).output(profile),
  getReauthentication: call({
    method: 'GET',
    path: '/v1/me/reauthentication',
    summary: 'What your browser needs to confirm that it is you with a passkey',
    isForUsersOnly: true,
  }).output(reauthenticationOptions),
  reauthenticate: call({
    method: 'POST',
    path: '/v1/me/reauthentication',
    successStatus: 204,
    summary: `Confirm that it is you, by a passkey, or by your password and, with two-step sign-in, a code: for ${recentSignInMs / 60_000} minutes, this session can make calls that need a recent sign-in`,
    isForUsersOnly: true,
  })
    .input(z.object({ body: reauthentication }))
    .output(z.void())
    .errors(errors('PASSWORD_WRONG', 'SECOND_FACTOR_REQUIRED', 'CODE_WRONG', 'PASSKEY_REJECTED')),
  changePassword: call({
    method: 'POST',
    path: '/v1/me/password',
    successStatus: 204,
    summary: 'Change your password, and sign out every other session',
    isForUsersOnly: true,
  })
    .input(z.object({ body: passwordChange }))
    .output(z.void())
    .errors(errors('PASSWORD_WRONG', 'PASSWORD_REJECTED', 'SECOND_FACTOR_REQUIRED', 'CODE_WRONG')),
}

export type Profile = z.infer<typeof profile>
export type AccountDeletion = z.infer<typeof accountDeletion>
export type ProfileUpdate = z.output<typeof profileUpdate>

export type AccountDeletionRequest = z.output<typeof accountDeletionRequest>
export type Reauthentication = z.output<typeof reauthentication>
export type PasswordChange = z.output<typeof passwordChange>
