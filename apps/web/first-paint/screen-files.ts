import type { Rolldown } from 'vite'

/** The modules that are loaded on the first visit to a screen, by the screen's path in the browser. */
const modulesByPath: Record<string, readonly string[]> = {
  '/': ['/src/screens/dashboard/dashboard-screen.tsx'],
  '/links': ['/src/screens/links/links-screen.tsx'],
  '/links/:linkId': ['/src/screens/links/link-screen.tsx', '/src/screens/links/link-overview.tsx'],
  '/analytics': ['/src/screens/analytics/analytics-screen.tsx'],
}

/**
 * Lists additional scripts and style sheets of each screen, by the screen's path. Files that every screen loads are
 * omitted.
 */
export function listFilesByScreen(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const ofEveryScreen = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => listFilesWithImports(bundle, chunk)))
  return Object.fromEntries(
    Object.entries(modulesByPath).map(([path, modules]) => {
      const seen = new Set<string>()
      const files = modules.flatMap((module) => listFilesWithImports(bundle, findChunk(module, chunks), seen))
      return [path, files.filter((file) => !ofEveryScreen.has(file))]
    }),
  )
}

function findChunk(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (chunk === undefined) throw new Error(`The build has no chunk of ${module}`)
  return chunk
}

/** Lists the paths of a chunk, of its static imports, and of their style sheets. */
function listFilesWithImports(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.flatMap((name) => {
    const file = bundle[name]
    return file?.type === 'chunk' ? listFilesWithImports(bundle, file, seen) : []
  })
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`).concat(imported)
}
