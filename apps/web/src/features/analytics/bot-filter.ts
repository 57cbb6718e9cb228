import type { BotFilter } from '@linkshelf/contract'

/** The name of each bot filter, and the unit of the numbers it yields. */
export const botFilterLabels: Record<BotFilter, { option: string; unit: string }> = {
  exclude: { option: 'People', unit: 'Clicks' },
  include: { option: 'People and bots', unit: 'Clicks and bots' },
  only: { option: 'Bots only', unit: 'Bots' },
}
