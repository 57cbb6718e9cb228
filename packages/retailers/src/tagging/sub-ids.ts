import { listParameters } from '../query-parameters.ts'
import type { RecognizedPage } from './retailer-tagging.ts'

/** The id of a click is in an address that was copied after a visit, and names that visit alone. */
const clickId = /(^|-)[0-9a-f]{32}$/i

/** Returns the sub-ids that were pasted with the owner's tag, by their names as written; none with another tag. */
export function listPastedSubIds(
  { page, taggedBy }: RecognizedPage,
  ownTag: string,
  names: readonly string[],
): [name: string, value: string][] {
  if (page.tag !== ownTag) return []
  const subIds = listParameters(taggedBy, names).map(([name, value]): [string, string] => [name, value.replace(clickId, '')])
  return subIds.filter(([, value]) => value !== '')
}

/** Returns a sub-id with the hyphen that separates the id of a click from it. */
export function appendHyphen(subId: string): string {
  return subId === '' ? '' : `${subId.replace(/-$/, '')}-`
}
