package dev.sluice.control.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Reads no body of the API further than its largest sensible size: a file in JSON's escapes, or the
 * little that every other call sends. The refusal comes from the reading, where it is turned into
 * an answer like any other.
 */
@Component
class BodyLimitFilter extends OncePerRequestFilter {
    private static final int MOST_FILE_BYTES = 16 * 1024 * 1024;

    /** What takes whole files: configs, price lists, providers' bills. */
    private static final List<String> FILES =
            List.of("/api/v1/config/", "/api/v1/prices/import", "/api/v1/reconciliations/imports");

    private static final int MOST_BYTES = 1024 * 1024;

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getRequestURI().startsWith("/api/");
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var isFile = FILES.stream().anyMatch(request.getRequestURI()::startsWith);
        chain.doFilter(new Bounded(request, isFile ? MOST_FILE_BYTES : MOST_BYTES), response);
    }

    private static final class Bounded extends HttpServletRequestWrapper {
        private final int most;

        Bounded(HttpServletRequest request, int most) {
            super(request);
            this.most = most;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            if (getContentLengthLong() > most) {
                throw tooLarge(most);
            }
            return new BoundedStream(super.getInputStream(), most);
        }
    }

    private static Refusal tooLarge(int most) {
        return Refusal.tooLarge("the body is larger than " + most / (1024 * 1024) + " MB");
    }

    private static final class BoundedStream extends ServletInputStream {
        private final ServletInputStream in;
        private final int most;
        private int read;

        BoundedStream(ServletInputStream in, int most) {
            this.in = in;
            this.most = most;
        }

        @Override
        public int read() throws IOException {
            var next = in.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            var count = in.read(into, offset, length);
            count(Math.max(0, count));
            return count;
        }

        private void count(int more) {
            read += more;
            if (read > most) {
                throw tooLarge(most);
            }
        }

        @Override
        public boolean isFinished() {
            return in.isFinished();
        }

        @Override
        public boolean isReady() {
            return in.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            in.setReadListener(listener);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
