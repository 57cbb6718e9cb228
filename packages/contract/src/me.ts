import { z } from 'zod'
import * as mini from 'zod/mini'
import { call } from './call.ts'
import { errors } from './errors.ts'
import { uuid } from './ids.ts'
import { languages, passwordMessages, themes } from './profile-rules.ts'
import { passwordMinLength } from './sign-in.ts'
import { maxCharacters } from './text.ts'

export * from './profile-rules.ts'

export const profile = z.object({
  user_id: uuid,
  full_name: z.string(),
  email: z.string(),
  avatar_url: z.string().nullable(),
  language: z.enum(languages),
  theme: z.enum(themes),
})

export const profileUpdate = z.strictObject({ language: z.enum(languages).optional(), theme: z.enum(themes).optional() })

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
