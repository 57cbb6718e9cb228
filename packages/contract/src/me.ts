import { z } from 'zod'
import { call } from './call.ts'
import { uuid } from './ids.ts'

export const languages = ['en'] as const
export const themes = ['system', 'light', 'dark'] as const

export const profileMessages = { settingUpdated: 'Setting Updated' } as const

export const profile = z.object({
  user_id: uuid,
  full_name: z.string(),
  email: z.string(),
  avatar_url: z.string().nullable(),
  language: z.enum(languages),
  theme: z.enum(themes),
})

export const profileUpdate = z.strictObject({ language: z.enum(languages).optional(), theme: z.enum(themes).optional() })

export const me = {
  get: call({ method: 'GET', path: '/v1/me', summary: 'Get your profile' }).output(profile),
  update: call({ method: 'PATCH', path: '/v1/me', summary: 'Update your language and theme' })
    .input(z.object({ body: profileUpdate }))
    .output(profile),
}

export type Profile = z.infer<typeof profile>
export type ProfileUpdate = z.output<typeof profileUpdate>
