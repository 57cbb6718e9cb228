/** A Node on this machine. */
interface InstalledNode {
  path: string
  version: string
}

export function chooseNode(packaged: string, own: InstalledNode): { node?: string; problem?: string }
