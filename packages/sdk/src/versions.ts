/** The end of a version of the API, as it is declared beforehand. */
export type Retirement = {
  /** From when on clients should move on; may lie ahead. ISO 8601, UTC. */
  deprecatedAt: string
  /** From when on every call of it is 410 `version_removed`: at least 12 months later. ISO 8601, UTC. */
  sunsetAt: string
  /** Page that says what to change: a path of the service, or an address. */
  guide: string
}

/** Every version that was ever served, by its name in the path; null: its end is not declared. */
export type ApiVersions = { readonly [version: string]: Retirement | null }

/** Only additions are made to a version. What would break a client makes another one, and this one is given its dates. */
export const apiVersions: ApiVersions = { v1: null }
