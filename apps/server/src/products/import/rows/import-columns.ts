/** The columns that an import sets. */
export const importColumns = [
  'product_id',
  'name',
  'description',
  'image_url',
  'product_url',
  'attributes',
  'categories',
  'targets',
  'active',
  'in_store',
  'availability',
  'show_from',
  'show_until',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** Other names of these columns, as spreadsheets have them. */
export const columnAliases: Readonly<Record<string, ImportColumn>> = {
  title: 'name',
  product: 'name',
  product_name: 'name',
  image: 'image_url',
  category: 'categories',
  url: 'targets',
  urls: 'targets',
  link: 'targets',
  target: 'targets',
}

/** Something of a row that was not imported, and why. */
export interface ImportIssue {
  column: ImportColumn
  reason: string
}
