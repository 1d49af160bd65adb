/** Said where a command has looked into the database instead. */
export const NOT_RUNNING = '\nNo host is running. This is what its database says; start it by `atrium start`.'
