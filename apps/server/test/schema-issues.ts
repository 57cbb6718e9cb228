import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

const documentId = 'https://app.test/v1/openapi.json'

/** Returns a function that lists the places in which a value does not match a schema of the document. */
export function createIssueFinder({ components }: { components?: object }): (schema: object, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package is CommonJS: its types expect `addFormats.default`, but at run time the import is the function itself.
  ;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
  ajv.addFormat('whatwg-url', URL.canParse)
  ajv.addSchema({ $id: documentId, components })
  const compiled = new WeakMap<object, ValidateFunction>()

  function compile(schema: object): ValidateFunction {
    const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${documentId}#/`)))
    compiled.set(schema, validate)
    return validate
  }

  return (schema, value) => {
    const validate = compile(schema)
    return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}
