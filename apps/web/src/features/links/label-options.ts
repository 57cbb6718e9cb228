import type { Label } from '@linkshelf/contract'
import type { UseQueryOptions } from '@tanstack/react-query'

/** The labels to choose from. */
export interface LabelOptions {
  query: UseQueryOptions<Label[], Error>
  /** The path of the screen where labels are renamed and deleted, if it exists. */
  managePath: string | undefined
}
