import { type FormErrors, schemaResolver, useForm } from '@mantine/form'

/** A Zod schema whose `parse` returns the draft to send. */
export type FormSchema<Draft> = Parameters<typeof schemaResolver>[0] & { parse: (values: unknown) => Draft }

type FieldName<Values> = keyof Values & string

interface ContractFormOptions<Values, Draft> {
  initialValues: Values
  /** The field that shows the message of an error, by error code. */
  errorFields?: Partial<Record<string, FieldName<Values>>>
  /** Called with the draft that the schema returned. */
  send: (draft: Draft) => Promise<unknown>
  onSuccess?: () => void
  /** Called with an error that belongs to no field. */
  onError?: (error: unknown) => void
  onValuesChange?: (values: Values) => void
}

/**
 * Returns a form that is validated by a schema of the contract. Issues of the schema, issues that the server returns,
 * and messages of `errorFields` appear at their fields. The first of these fields is focused.
 */
export function useContractForm<Values extends Record<string, unknown>, Draft>(
  schema: FormSchema<Draft>,
  { initialValues, errorFields = {}, send, onSuccess, onError, onValuesChange }: ContractFormOptions<Values, Draft>,
) {
  const fields = Object.keys(initialValues)
  const form = useForm<Values, Draft>({
    initialValues,
    onValuesChange,
    validate: schemaResolver(schema, { sync: true }),
    transformValues: (values) => schema.parse(values),
  })

  function focusFirst(errors: FormErrors): void {
    const path = fields.flatMap((name) => listErrorPaths(errors, name))[0] ?? fields[0] ?? ''
    // A field with rows can have one input for all rows. An error of a row then focuses that input.
    const node = form.getInputNode(path) ?? form.getInputNode(path.split('.')[0] ?? '')
    // A field in a closed section cannot be focused, so the section is opened.
    const section = node?.closest('details')
    if (section) section.open = true
    node?.focus()
  }

  const submit = form.onSubmit(async (draft) => {
    try {
      await send(draft)
    } catch (error) {
      const errors = toFieldErrors(error, fields, errorFields)
      form.setErrors(errors)
      if (Object.keys(errors).length === 0) onError?.(error)
      return focusFirst(errors)
    }
    onSuccess?.()
  }, focusFirst)

  /** Returns the props of an input. If two fields have the same message, it is shown only at the first field. */
  function getFieldProps(name: FieldName<Values>, options?: { type: 'checkbox' }) {
    const props = form.getInputProps(name, options)
    const isRepeated = fields.slice(0, fields.indexOf(name)).some((other) => form.errors[other] === props.error)
    return { ...props, error: isRepeated && props.error !== undefined ? true : props.error }
  }

  return { form, field: getFieldProps, submit, isPending: form.submitting }
}

/** Returns the paths of the errors of a field and of its rows. */
function listErrorPaths(errors: FormErrors, field: string): string[] {
  return Object.keys(errors).filter((path) => path === field || path.startsWith(`${field}.`))
}

function toFieldErrors(error: unknown, fields: readonly string[], errorFields: Partial<Record<string, string>>): FormErrors {
  if (!(error instanceof Error) || !('code' in error)) return {}
  const field = errorFields[String(error.code)]
  if (field !== undefined) return { [field]: error.message }
  const issues = 'data' in error ? findFieldIssues(error.data) : []
  // A path can name a row of a field, for example `shops.1.target`.
  const isOfField = ({ path }: { path: string }) => fields.includes(path.split('.')[0] ?? '')
  return Object.fromEntries(issues.filter(isOfField).map(({ path, message }) => [path, message]))
}

/** Returns the fields that an error names, for example REQUEST_INVALID; empty for other errors. */
function findFieldIssues(data: unknown): readonly { path: string; message: string }[] {
  return typeof data === 'object' && data !== null && 'issues' in data && Array.isArray(data.issues) ? data.issues : []
}
