const uuid = /(?:^|-)([0-9a-f]{8})-?([0-9a-f]{4})-?(7[0-9a-f]{3})-?([89ab][0-9a-f]{3})-?([0-9a-f]{12})$/

/**
 * The id of a click in a sub-id: a UUIDv7, with or without its hyphens, perhaps behind the owner's own sub-id and a
 * hyphen. Undefined for any other sub-id.
 */
export function toClickId(subId: string | null): string | undefined {
  const parts = uuid.exec(subId?.trim().toLowerCase() ?? '')
  return parts?.slice(1).join('-')
}

/** When a click was recorded, by its id. */
export function clickTime(clickId: string): Date {
  return new Date(Number.parseInt(clickId.slice(0, 8) + clickId.slice(9, 13), 16))
}
