import type { BotFilter } from '@linkshelf/contract'

/** The name of each bot filter, and the units of the clicks and of the page views it yields, and of both together. */
export const botFilterLabels: Record<BotFilter, { option: string; unit: string; viewUnit: string; bothUnit: string }> = {
  exclude: { option: 'People', unit: 'Clicks', viewUnit: 'Views', bothUnit: 'Views and clicks' },
  include: { option: 'People and bots', unit: 'Clicks and bots', viewUnit: 'Views and bots', bothUnit: 'Views, clicks and bots' },
  only: { option: 'Bots only', unit: 'Bots', viewUnit: 'Views by bots', bothUnit: 'Views and clicks by bots' },
}
