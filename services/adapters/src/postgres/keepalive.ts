/** Each side looks then whether the other is still there; the systems' own default is two hours. */
export const silentAfterSeconds = 15;

/** Has the server end a connection whose client's machine is gone: until then it would hold what that has locked. */
export const watchClient = `set tcp_keepalives_idle = ${silentAfterSeconds}; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;
