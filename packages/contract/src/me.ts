import { z } from 'zod'
import * as mini from 'zod/mini'
import { call } from './call.ts'
import { errors } from './errors.ts'
import { uuid } from './ids.ts'
import { languages, passwordMessages, profileMessages, themes } from './profile-rules.ts'
import { passwordMinLength } from './sign-in.ts'
import { maxCharacters } from './text.ts'
import { uploadMaxBytes } from './upload-rules.ts'

export * from './profile-rules.ts'

export const profile = z.object({
  user_id: uuid,
  full_name: z.string(),
  email: z.string(),
  avatar_url: z.string().nullable().describe('The path of the largest file of your picture; a picture at a path never changes'),
  language: z.enum(languages),
  theme: z.enum(themes),
})

export const profileUpdate = z.strictObject({ language: z.enum(languages).optional(), theme: z.enum(themes).optional() })

const avatarDraft = z.strictObject({
  file: z
    .file({ error: profileMessages.pictureRequired })
    .max(uploadMaxBytes, { error: `A picture may have ${uploadMaxBytes / 1e6} MB at most` }),
})

/** Bounds what is hashed. The server decides which passwords may be used, with PASSWORD_REJECTED. */
const passwordMaxInput = 1_000

export const passwordChange = mini.strictObject({
  current_password: mini
    .string({ error: passwordMessages.currentRequired })
    .check(mini.minLength(1, { error: passwordMessages.currentRequired }), maxCharacters(passwordMaxInput)),
  new_password: mini
    .string({ error: passwordMessages.tooShort })
    .check(mini.minLength(passwordMinLength, { error: passwordMessages.tooShort }), maxCharacters(passwordMaxInput)),
})

export const me = {
  get: call({ method: 'GET', path: '/v1/me', summary: 'Get your profile' }).output(profile),
  update: call({ method: 'PATCH', path: '/v1/me', summary: 'Update your language and theme', isForUsersOnly: true })
    .input(z.object({ body: profileUpdate }))
    .output(profile),
  setAvatar: call({
    method: 'POST',
    path: '/v1/me/avatar',
    summary: 'Upload your picture as multipart/form-data; it is cropped to a square',
    isForUsersOnly: true,
  })
    .input(z.object({ body: avatarDraft }))
    .output(profile)
    .errors(errors('UPLOAD_INVALID')),
  removeAvatar: call({ method: 'DELETE', path: '/v1/me/avatar', summary: 'Remove your picture', isForUsersOnly: true }).output(profile),
  changePassword: call({
    method: 'POST',
    path: '/v1/me/password',
    successStatus: 204,
    summary: 'Change your password, and sign out every other session',
    isForUsersOnly: true,
  })
    .input(z.object({ body: passwordChange }))
    .output(z.void())
    .errors(errors('PASSWORD_WRONG', 'PASSWORD_REJECTED')),
}

export type Profile = z.infer<typeof profile>
export type PasswordChange = z.output<typeof passwordChange>
export type ProfileUpdate = z.output<typeof profileUpdate>
