import type { OrganizationId } from '@linkshelf/contract'
import type { ForeignFileDeps } from '../../platform/deps.ts'
import { ForeignInputError, splitChunks } from '../../platform/process/confined/parse-in-child.ts'
import { parserLimits } from '../../platform/process/confined/parser-processes.ts'
import { type FontFace, parser } from './font-faces.ts'

/** The limits allow 499 KB of `{` characters, which Node parses in 0.6 seconds, with 370 MB. */
const styleSheetLimits = {
  ...parserLimits,
  maxMemoryBytes: 400_000_000,
  maxHeapBytes: 250_000_000,
  maxStepMs: 10_000,
  maxTotalMs: 10_000,
  maxStallMs: 60_000,
}

/**
 * Returns the `@font-face` rules of another site's style sheet. If the style sheet has no rules, can't be parsed or
 * exceeds the limits, the list is empty.
 */
export async function parseStyleSheet(
  { parseForeignFile }: Pick<ForeignFileDeps, 'parseForeignFile'>,
  { organizationId, bytes, baseUrl }: { organizationId: OrganizationId; bytes: Buffer; baseUrl: string },
): Promise<FontFace[]> {
  const input = { organizationId, chunks: splitChunks(bytes), settings: { baseUrl }, limits: styleSheetLimits }
  try {
    return (await Array.fromAsync(parseForeignFile(parser, input))).flat()
  } catch (error) {
    if (error instanceof ForeignInputError) return []
    throw error
  }
}
