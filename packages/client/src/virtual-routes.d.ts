/**
 * Written by the build: the method and path of every call by module, and whether its output has a status and
 * headers beside the body.
 */
declare module 'virtual:routes' {
  export const routes: Record<string, Record<string, [method: string, path: string, isDetailed?: 1]>>
}
