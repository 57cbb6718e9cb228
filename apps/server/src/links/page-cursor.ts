/** The last link of a page: the next page starts behind it, however many links come or go meanwhile. */
export interface PagePlace {
  createdAt: Date
  id: string
}

export function cursorOf(place: PagePlace): string {
  return Buffer.from(`${place.createdAt.getTime()} ${place.id}`).toString('base64url')
}

/** Undefined for anything that isn't a cursor of ours. */
export function locationOf(cursor: string): PagePlace | undefined {
  const [, millis, id] =
    /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return millis !== undefined && id !== undefined ? { createdAt: new Date(Number(millis)), id } : undefined
}
