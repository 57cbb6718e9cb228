import type { Label } from '@linkshelf/contract'

/** The labels of a project, once they are there; told by whoever asks for them. */
export interface LabelOptions {
  labels: readonly Label[] | undefined
  error: unknown
  reload: () => unknown
  /** Where they are renamed and deleted; nothing where there is no such screen. */
  manageAt: string | undefined
}
