/** Written by the build: the calls whose least role does not follow from their method. */
declare module 'virtual:call-roles' {
  export const callsForOwners: readonly string[]
  /** Writes of the user's own things, which viewers have too. */
  export const ownCalls: readonly string[]
  /** The fields of a call that only owners change. */
  export const ownerFields: Readonly<Record<string, readonly string[] | undefined>>
}
