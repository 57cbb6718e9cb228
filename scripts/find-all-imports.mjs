// dependency-cruiser reads TypeScript with swc's visitor, which throws at `using` declarations and skips `import('…')`
// types. This extractor visits every node of swc's syntax tree instead. dependency-cruiser's own methods then read the
// nodes.
import { Visitor } from '@swc/core/Visitor.js'

const kinds = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'CallExpression',
  'TsImportEqualsDeclaration',
])

for (const kind of [...kinds, 'ExportAllDeclration', 'ExportNamedDeclration', 'TsTypeAnnotation'])
  Visitor.prototype[`visit${kind}`] = (node) => node

Visitor.prototype.visitModule = function visitModule(module) {
  for (const node of nodesOf(module)) {
    if (kinds.has(node.type)) this[`visit${node.type}`](node)
    if (node.type === 'TsImportType') this.visitTsTypeAnnotation({ typeAnnotation: node })
  }
  return module
}

function* nodesOf(value) {
  if (typeof value !== 'object' || value === null) return
  if (typeof value.type === 'string') yield value
  for (const inner of Object.values(value)) yield* nodesOf(inner)
}
