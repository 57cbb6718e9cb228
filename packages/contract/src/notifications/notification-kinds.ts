// Kinds and messages of notifications. They are separate from the schemas, because emails import them and must not load
// schemas.

export const notificationIds = ['link_click', 'link_broken', 'new_conversion', 'product_change', 'marketing'] as const

export type NotificationId = (typeof notificationIds)[number]

/** The name and description of each notification, and whether users get it by default. */
export const notificationKinds: Record<NotificationId, { name: string; description: string; isOnByDefault: boolean }> = {
  link_click: { name: 'Click summary', description: 'Yesterday’s clicks and your top links, every morning at 8.', isOnByDefault: true },
  link_broken: { name: 'Broken links', description: 'When the page behind one of your links stops working.', isOnByDefault: true },
  new_conversion: { name: 'New conversions', description: 'When a sale through one of your links is reported.', isOnByDefault: true },
  product_change: { name: 'Product changes', description: 'What is new and what changes in Linkshelf.', isOnByDefault: false },
  marketing: { name: 'News and offers', description: 'Tips, stories and offers, now and then.', isOnByDefault: false },
}

/** The click summary is sent at this hour in the user's time zone. */
export const clickSummaryHour = 8

/** The path of the page that switches a notification off, on the app's origin. */
export const unsubscribePath = '/unsubscribe'

export const notificationMessages = {
  loadFailed: 'Your notification preferences could not be loaded',
  saved: 'Your notification preferences are saved',
  saveFailed: 'Your notification preferences could not be saved',
  choiceInvalid: 'Send each notification exactly once',
} as const
