import { type FormErrors, schemaResolver, useForm } from '@mantine/form'

/** A zod schema: `parse` returns what is sent. */
export type FormSchema<Draft> = Parameters<typeof schemaResolver>[0] & { parse: (values: unknown) => Draft }

type FieldName<Values> = keyof Values & string

interface ContractFormOptions<Values, Draft> {
  initialValues: Values
  /** The field of an error code whose message belongs to one. */
  errorFields?: Partial<Record<string, FieldName<Values>>>
  /** Receives what the schema returned. */
  send: (draft: Draft) => Promise<unknown>
  onSuccess?: () => void
  /** Errors that belong to no field. */
  onError?: (error: unknown) => void
  onValuesChange?: (values: Values) => void
}

/**
 * Returns a form validated by a schema of the contract. Issues, those that the server returns and the messages of
 * `errorFields` appear at their fields; the first of them is focused.
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
    // One input may stand for all rows of a field.
    const node = form.getInputNode(path) ?? form.getInputNode(path.split('.')[0] ?? '')
    // A field in a closed section cannot have the focus.
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

  /** Returns the props of an input. A message that two fields share is shown once, at the first. */
  function getFieldProps(name: FieldName<Values>, options?: { type: 'checkbox' }) {
    const props = form.getInputProps(name, options)
    const isRepeated = fields.slice(0, fields.indexOf(name)).some((other) => form.errors[other] === props.error)
    return { ...props, error: isRepeated && props.error !== undefined ? true : props.error }
  }

  return { form, field: getFieldProps, submit, isPending: form.submitting }
}

/** Returns the errors of a field, and of the rows in it. */
function listErrorPaths(errors: FormErrors, getFieldProps: string): string[] {
  return Object.keys(errors).filter((path) => path === getFieldProps || path.startsWith(`${getFieldProps}.`))
}

function toFieldErrors(error: unknown, fields: readonly string[], errorFields: Partial<Record<string, string>>): FormErrors {
  if (!(error instanceof Error) || !('code' in error)) return {}
  const getFieldProps = errorFields[String(error.code)]
  if (getFieldProps !== undefined) return { [getFieldProps]: error.message }
  const issues = 'data' in error ? findFieldIssues(error.data) : []
  return Object.fromEntries(issues.filter(({ path }) => fields.includes(path)).map(({ path, message }) => [path, message]))
}

/** Returns the `issues` of REQUEST_INVALID; empty for any other data. */
function findFieldIssues(data: unknown): readonly { path: string; message: string }[] {
  return typeof data === 'object' && data !== null && 'issues' in data && Array.isArray(data.issues) ? data.issues : []
}
