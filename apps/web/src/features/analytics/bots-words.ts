import type { BotFilter } from '@linkshelf/contract'

/** What is counted, as the choice and as the unit of what it leads to. */
export const botsWords: Record<BotFilter, { choice: string; unit: string }> = {
  exclude: { choice: 'People', unit: 'Clicks' },
  include: { choice: 'People and bots', unit: 'Clicks and bots' },
  only: { choice: 'Only bots', unit: 'Bots' },
}
