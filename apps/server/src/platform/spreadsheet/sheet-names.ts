// Sheets and their names are in different parts. `xl/workbook.xml` names each sheet by a relationship, and
// `xl/_rels/workbook.xml.rels` says which part each relationship leads to (ECMA-376, part 1, 18.2.19).
import type { XmlHandler } from './xml-reader.ts'

/** The maximum length of a sheet's name. A name may have 31 characters, but a file may claim more. */
const maxNameLength = 100

export interface SheetNames {
  /** Returns the handler of a part. Undefined if the part does not name sheets. */
  handlerOf(part: string): XmlHandler | undefined
  /** Returns the name of a sheet by the name of its part. Empty if the workbook does not name the sheet. */
  nameOf(part: string): string
}

export function createSheetNames(maxSheets: number): SheetNames {
  const nameById = new Map<string, string>()
  const idByPart = new Map<string, string>()
  const sheets: XmlHandler = {
    ...noText,
    open(name, { 'r:id': id, name: written }) {
      if (name === 'sheet' && id !== undefined && written !== undefined && nameById.size < maxSheets)
        nameById.set(
          id,
          written
            .replace(/\p{Cc}/gu, ' ')
            .trim()
            .slice(0, maxNameLength),
        )
    },
  }
  const relationships: XmlHandler = {
    ...noText,
    open(name, { Id: id, Target: target = '' }) {
      const part = /worksheets\/[^/]+$/.exec(target)?.[0]
      if (name === 'Relationship' && id !== undefined && part !== undefined && idByPart.size < maxSheets) idByPart.set(part, id)
    },
  }
  return {
    handlerOf: (part) => (part === 'xl/workbook.xml' ? sheets : part === 'xl/_rels/workbook.xml.rels' ? relationships : undefined),
    nameOf: (part) => nameById.get(idByPart.get(part.replace(/^xl\//, '')) ?? '') ?? '',
  }
}

const noText = { text() {}, close() {} }
