/**
 * Written by the build: the method and path of every call by module, and whether its output has a status and headers
 * beside the body. Only in the dashboard also the least role, where it does not follow from the method: 1 for owners, 2
 * for a write that viewers may make.
 */
declare module 'virtual:routes' {
  export const routes: Record<string, Record<string, [method: string, path: string, isDetailed?: 0 | 1, role?: 1 | 2]>>
}
