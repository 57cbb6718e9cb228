/** Written by the build. `ownerFields` contains the fields that only owners may change, by the name of the call. */
declare module 'virtual:owner-fields' {
  /** The calls that an archived project rejects. */
  export const addingCalls: readonly string[]
  export const ownerFields: Readonly<Record<string, readonly string[] | undefined>>
}
