import { z } from 'zod'
import * as mini from 'zod/mini'
import { call, timeZoneName } from '../call.ts'

export const notificationIds = ['link_click', 'link_broken', 'new_conversion', 'product_change', 'marketing'] as const

export type NotificationId = (typeof notificationIds)[number]

/** The name and description of each notification, and whether a user without a choice gets it. */
export const notificationKinds: Record<NotificationId, { name: string; description: string; isOnByDefault: boolean }> = {
  link_click: { name: 'Click summary', description: 'Yesterday’s clicks and your top links, every morning at 8.', isOnByDefault: true },
  link_broken: { name: 'Broken links', description: 'When the page behind one of your links stops working.', isOnByDefault: true },
  new_conversion: { name: 'New conversions', description: 'When a sale through one of your links is reported.', isOnByDefault: true },
  product_change: { name: 'Product changes', description: 'What is new and what changes in Linkshelf.', isOnByDefault: false },
  marketing: { name: 'News and offers', description: 'Tips, stories and offers, now and then.', isOnByDefault: false },
}

/** The hour of the user's day at which the click summary is sent. */
export const clickSummaryHour = 8

/** The path of the page that switches a notification off, on the app's origin. */
export const unsubscribePath = '/unsubscribe'

export const notificationMessages = {
  loadFailed: 'Your notification preferences could not be loaded',
  saved: 'Your notification preferences are saved',
  saveFailed: 'Your notification preferences could not be saved',
  choiceInvalid: 'Say of each notification whether it is on, once',
} as const

const notificationPreference = z.object({
  id: z.enum(notificationIds),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
})

const notificationSettings = z.object({
  /** An IANA name; null until the user saves one. */
  time_zone: z.string().nullable(),
  /**
   * The user's address, once the mail server rejected it for good: nothing is sent there until the settings are saved.
   */
  undeliverable_email: z.string().nullable(),
  preferences: z.array(notificationPreference),
})

const { choiceInvalid } = notificationMessages

/** A notification that is left out stays as it is. */
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
