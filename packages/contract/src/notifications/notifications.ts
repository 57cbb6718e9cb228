import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, timeZoneName } from '../call.ts'
import { notificationIds, notificationMessages } from './notification-kinds.ts'

const notificationPreference = z.object({
  id: z.enum(notificationIds),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
})

const notificationSettings = z.object({
  /** An IANA time zone name; null until the user saves one. */
  time_zone: z.string().nullable(),
  /**
   * The user's email address if the mail server rejected it permanently, otherwise null. Nothing is sent to this
   * address until the user saves the settings.
   */
  undeliverable_email: z.string().nullable(),
  preferences: z.array(notificationPreference),
})

const { choiceInvalid } = notificationMessages

/** Notifications that are not listed do not change. */
export const notificationSettingsUpdate = mini.strictObject({
  time_zone: timeZoneName,
  preferences: mini
    .array(
      mini.strictObject({ id: mini.enum(notificationIds, { error: choiceInvalid }), enabled: mini.boolean({ error: choiceInvalid }) }),
      {
        error: choiceInvalid,
      },
    )
    .check(mini.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: choiceInvalid })),
})

export const notifications = {
  get: call({
    method: 'GET',
    path: '/v1/me/notifications',
    summary: 'The emails you get, and the time zone of your days',
    isForUsersOnly: true,
  }).output(notificationSettings),
  update: call({
    method: 'PUT',
    path: '/v1/me/notifications',
    summary: 'Choose the emails you get, and the time zone of your days',
    isForUsersOnly: true,
  })
    .input(z.object({ body: notificationSettingsUpdate }))
    .output(notificationSettings),
}

export type NotificationSettings = z.infer<typeof notificationSettings>
export type NotificationSettingsUpdate = z.output<typeof notificationSettingsUpdate>
