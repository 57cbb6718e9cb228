import { listParameters } from '../query-parameters.ts'
import type { RecognizedPage } from './retailer-tagging.ts'

/**
 * Matches the id of a click at the end of a sub-id. If an address was copied after a visit, it contains the id of that
 * visit, which must not be used for other clicks.
 */
const clickIdPattern = /(^|-)[0-9a-f]{32}$/i

/**
 * Returns the sub-ids that were pasted together with the owner's tag. Their names keep their case. Empty if the pasted
 * address has another tag.
 */
export function listPastedSubIds(
  { page, taggedBy }: RecognizedPage,
  ownTag: string,
  names: readonly string[],
): [name: string, value: string][] {
  if (page.tag !== ownTag) return []
  const subIds = listParameters(taggedBy, names).map(([name, value]): [string, string] => [name, value.replace(clickIdPattern, '')])
  return subIds.filter(([, value]) => value !== '')
}

/**
 * Returns a sub-id with a hyphen at its end, to which the id of a click can be appended. An empty sub-id gets no
 * hyphen.
 */
export function appendHyphen(subId: string): string {
  return subId === '' ? '' : `${subId.replace(/-$/, '')}-`
}
