/** The environment of this process; read here and nowhere else. */
export const environment = (): Record<string, string | undefined> => process.env
