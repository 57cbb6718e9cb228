/** Written by the build: the fields of calls that only owners change, by the name of the call. */
declare module 'virtual:owner-fields' {
  export const ownerFields: Readonly<Record<string, readonly string[] | undefined>>
}
