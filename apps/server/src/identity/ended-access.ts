import type { EndedAccess } from '../access/index.ts'

const plurals: Record<EndedAccess['kind'], string> = {
  'API key': 'API keys',
  invitation: 'invitations',
  member: 'members',
  'connection to YouTube': 'connections to YouTube',
  'postback address': 'postback addresses',
  'download address': 'download addresses',
}

const namesShown = 10

/** By count and name, as in “2 API keys (CI, Shop)”. */
export function endedForPage(ended: readonly EndedAccess[]): string[] {
  return endedInWords(ended, () => true)
}

/** The same without names that somebody typed: of members, who have an account with their address, only. */
export function endedForEmail(ended: readonly EndedAccess[]): string[] {
  return endedInWords(ended, (kind) => kind === 'member')
}

function endedInWords(ended: readonly EndedAccess[], isNamed: (kind: EndedAccess['kind']) => boolean): string[] {
  return [...Map.groupBy(ended, ({ kind }) => kind)].map(([kind, each]) => {
    const counted = `${each.length} ${each.length === 1 ? kind : plurals[kind]}`
    return isNamed(kind) ? `${counted} (${namesOf(each)})` : counted
  })
}

function namesOf(ended: readonly EndedAccess[]): string {
  const names = [...new Set(ended.map(({ name }) => name))]
  const others = names.length - namesShown
  return `${names.slice(0, namesShown).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}
